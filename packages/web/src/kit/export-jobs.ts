import { endpoints, type Endpoint, type OutputOf } from '@emberwatch/contract'
import { create } from 'zustand'
import { call, request } from '../api/call.ts'
import { download } from '../api/files.ts'

type Progress = OutputOf<typeof endpoints.file.exportProgress>

export interface ExportJob {
  id: number
  progress: Progress
}

/** Exports of this page load; they outlive the page that started them. */
export const useExports = create<{ jobs: readonly ExportJob[] }>(() => ({ jobs: [] }))

export const forgetExport = (id: number): void =>
  useExports.setState(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) }))

const note = (id: number, progress: Progress): void =>
  useExports.setState(({ jobs }) => ({ jobs: [...jobs.filter((job) => job.id !== id), { id, progress }] }))

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

/** Saves the file of a finished export. */
export const saveExport = ({ progress }: ExportJob): Promise<void> =>
  progress.fileId === null
    ? Promise.resolve()
    : download(endpoints.file.read, { id: progress.fileId }, progress.fileName ?? 'export')

/** Starts an export and follows it until its file has been handed to the browser. */
export const startExport = async (entry: Endpoint, input: object): Promise<void> => {
  const { exportId: id } = (await request(entry, input)) as { exportId: number }
  note(id, { state: 'waiting', done: 0, total: 0, fileId: null, fileName: null })
  for (let wait = 200; ; wait = Math.min(2_000, wait * 1.5)) {
    await pause(wait)
    const progress = await call(endpoints.file.exportProgress, { id }).catch((error: unknown) => {
      forgetExport(id)
      throw error
    })
    note(id, progress)
    if (progress.state === 'failed') return
    if (progress.state === 'done') return saveExport({ id, progress })
  }
}
