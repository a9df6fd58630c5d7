/** Errors of the district overview, part of `errorCatalogue`. */
export const overviewErrors = {
  kioskEnded: { code: 1219, status: 401 },
} as const
