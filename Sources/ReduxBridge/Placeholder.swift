// The first files of this module land next.
