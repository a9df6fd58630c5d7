/** Works on all of them, one after the other: one that fails keeps no other waiting. Throws the first failure when all have had their turn. */
export const oneByOne = async <T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
