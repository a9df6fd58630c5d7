/** Errors of the district orders, part of `errorCatalogue`. */
export const ordersErrors = {
  engineerUnfit: { code: 1502, status: 422 },
  engineerUncertified: { code: 1507, status: 422 },
  /** They exist, but stand in no project: never installed, or unbound meanwhile. */
  deviceInStock: { code: 1512, status: 409 },
  /** To be installed, but it hangs in another project. */
  deviceElsewhere: { code: 1513, status: 409 },
} as const
