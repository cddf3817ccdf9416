"""Health of the devices and what lies where it cannot."""
