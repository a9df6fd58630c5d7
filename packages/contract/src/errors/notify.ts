/** Errors of the district notify, part of `errorCatalogue`. */
export const notifyErrors = {
  emptyMessage: { code: 1404, status: 422 },
} as const
