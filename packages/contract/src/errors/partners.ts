/** Errors of the district partners, part of `errorCatalogue`. */
export const partnersErrors = {
  /** What is followed cannot be continued from there: begin anew with the list. */
  cursorEnded: { code: 1106, status: 409 },
  /** The key may not be used from the caller's address. */
  keyAddress: { code: 1218, status: 403 },
} as const
