/** Works on all items, one after the other. A failure does not prevent the rest; the first one is thrown at the end. */
export const oneByOne = async <T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
