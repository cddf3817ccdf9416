"""Data that travels with the program: trained models, tile faces, fonts."""
