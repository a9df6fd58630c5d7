import { endpoints, type Endpoint } from '@emberwatch/contract'
import { useQuery } from '@tanstack/react-query'
import { call, request } from '../api/call.ts'
import { download } from '../api/files.ts'
import { queryClient } from '../api/hooks.ts'
import { keyOf, queryOf } from '../api/queries.ts'
import { exportKey, followTask, importKey, isOver, type ExportTask, type Tasks } from './followed-tasks.ts'

const { tasks: entry, read } = endpoints.file

/** Exports started on this page. Their files are downloaded as soon as they are ready. */
const awaited = new Set<number>()

/** Adds an import to the tray. */
export const followImport = (id: number): void => {
  followTask(importKey({ id }))
  void queryClient.invalidateQueries({ queryKey: keyOf(entry) })
}

/** Starts an export and adds it to the tray. */
export const startExport = async (exporter: Endpoint, input: object): Promise<void> => {
  const { exportId: id } = (await request(exporter, input)) as { exportId: number }
  awaited.add(id)
  followTask(exportKey({ id }))
  await queryClient.invalidateQueries({ queryKey: keyOf(entry) })
}

/** Saves the file of a finished export. */
export const saveExport = async ({ fileId, fileName }: Pick<ExportTask, 'fileId' | 'fileName'>): Promise<void> => {
  if (fileId !== null) await download(read, { id: fileId }, fileName ?? 'export')
}

/** Downloads the exports of this page that have finished. */
export const downloadFinished = ({ exports }: Tasks): void => {
  // The call has shown its failure, and the tray offers the file again.
  for (const task of exports) if (isOver(task) && awaited.delete(task.id)) void saveExport(task).catch(() => {})
}

const pollMs = 2_000
const isBusy = ({ exports, imports }: Tasks): boolean => [...exports, ...imports].some((task) => !isOver(task))

/** The signed-in user's latest exports and imports. Polled while one is running, whether or not the last request was answered. */
export const useTasks = (): Tasks =>
  useQuery<Tasks>({
    ...queryOf(entry, {}),
    queryFn: ({ signal }) => call(entry, {}, { signal, quiet: true }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isBusy(data) ? pollMs : false),
  }).data ?? { exports: [], imports: [] }
