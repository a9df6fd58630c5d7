import { endpoints, type Endpoint } from '@emberwatch/contract'
import { useQuery } from '@tanstack/react-query'
import { call, request } from '../api/call.ts'
import { download } from '../api/files.ts'
import { keyOf, queryClient } from '../api/hooks.ts'
import { exportKey, follow, importKey, isOver, type ExportTask, type Tasks } from './followed-tasks.ts'

const { tasks: entry, read } = endpoints.file

/** Exports ordered on this page, whose file goes to the browser as soon as there is one. */
const awaited = new Set<number>()

/** The tray follows an import from here on. */
export const followImport = (id: number): void => {
  follow(importKey({ id }))
  void queryClient.invalidateQueries({ queryKey: keyOf(entry) })
}

/** Starts an export; the tray follows it. */
export const startExport = async (exporter: Endpoint, input: object): Promise<void> => {
  const { exportId: id } = (await request(exporter, input)) as { exportId: number }
  awaited.add(id)
  follow(exportKey({ id }))
  await queryClient.invalidateQueries({ queryKey: keyOf(entry) })
}

/** Saves the file of a finished export. */
export const saveExport = async ({ fileId, fileName }: Pick<ExportTask, 'fileId' | 'fileName'>): Promise<void> => {
  if (fileId !== null) await download(read, { id: fileId }, fileName ?? 'export')
}

/** Hands over what has been waited for. */
export const saveAwaited = ({ exports }: Tasks): void => {
  // The call shows its failure, and the tray offers the file again.
  for (const task of exports) if (isOver(task) && awaited.delete(task.id)) void saveExport(task).catch(() => {})
}

const pollMs = 2_000
const isBusy = ({ exports, imports }: Tasks): boolean => [...exports, ...imports].some((task) => !isOver(task))

/** The latest exports and imports of whoever is signed in, asked again while one is under way, whether or not the last answer came. */
export const useTasks = (): Tasks =>
  useQuery<Tasks>({
    queryKey: keyOf(entry, {}),
    queryFn: ({ signal }) => call(entry, {}, { signal, quiet: true }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isBusy(data) ? pollMs : false),
  }).data ?? { exports: [], imports: [] }
