import { missingChecks, type OrderDetail } from '@emberwatch/contract'

/** The required questions without an answer, by the server's own rule. */
export const openChecks = ({ checklist, checks, devices }: OrderDetail) => missingChecks(checklist, checks, devices)
