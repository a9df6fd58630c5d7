/** Errors of the district equipment, part of `errorCatalogue`. */
export const equipmentErrors = {
  deviceMissing: { code: 1500, status: 404 },
  /** Already bound; says where to those who can see the place. */
  deviceBound: { code: 1510, status: 409 },
  /** The code exists; says where to those who can see the place. For others it is a `duplicate`. */
  codeInUse: { code: 1511, status: 409 },
} as const
