"""Pictures of tiles, alone, in rows and in rivers."""
