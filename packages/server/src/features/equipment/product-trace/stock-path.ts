import type { Write } from '../../../platform/transact.ts'

/** The path of the company in whose stock a device or gateway began. Not scoped: the caller may not see that company. Undefined if no step tells. */
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
