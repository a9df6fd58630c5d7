import type { Write } from '../../../platform/transact.ts'

/** What determines who may know of a project's change. */
export interface EmittedProject {
  readonly id: number
  readonly path: string
  readonly customer_id: number | null
}

/** Makes open lists and pages of the project refresh, and the banner of running tests. */
export const emitProject = (write: Write, { id, path, customer_id }: EmittedProject, change: string): void =>
  write.emit({ kind: 'project', change, objectId: id, owner: { path, customerId: customer_id, projectId: id } })
