import type { Reasons } from '../zh/reasons.ts'

export const reasons: Reasons = {
  wrongState: 'Not possible in the current state',
  noAccess: 'You do not have permission to do this',
  seededStays: 'it comes with the product: it can be disabled, but not deleted',
  credentialsInUrl: 'the address must not contain an account or a password',
}
