// The one door to the state: which engine keeps it is decided here and nowhere else.

export { findStateFormat, openState } from './sqlite.ts'
