/** Errors of the district sites, part of `errorCatalogue`. */
export const sitesErrors = {
  projectNotApproved: { code: 1501, status: 409 },
} as const
