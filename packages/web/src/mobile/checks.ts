import { missingChecks, type OrderDetail } from '@emberwatch/contract'

/** The required questions that are still open, by the server's own rule. */
export const openChecks = ({ checklist, checks, devices }: OrderDetail) => missingChecks(checklist, checks, devices)
