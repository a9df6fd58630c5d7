import type { Write } from '../../platform/transact.ts'

/** The company in whose stock a device or gateway began, by its path. Without scope: it may not be the caller's to see. Undefined if no step says so. */
export const stockPathOf = async (
  { systemDb }: Pick<Write, 'systemDb'>,
  kind: 'device' | 'gateway',
  id: number,
): Promise<string | undefined> => {
  const step = await systemDb
    .selectFrom('device_trace')
    .select('path')
    .where(`${kind}_id`, '=', id)
    .where('step', 'in', ['inStock', 'imported', 'registered'])
    .orderBy('at')
    .orderBy('id')
    .executeTakeFirst()
  return step?.path
}
