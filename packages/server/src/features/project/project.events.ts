import type { Write } from '../../platform/transact.ts'

/** Enough of a project to say who may hear of its change. */
export interface EmittedProject {
  readonly id: number
  readonly path: string
  readonly customer_id: number | null
}

/** Open lists and pages of the project refresh, and the banner of what is on test. */
export const emitProject = (write: Write, { id, path, customer_id }: EmittedProject, change: string): void =>
  write.emit({ kind: 'project', change, objectId: id, owner: { path, customerId: customer_id, projectId: id } })
