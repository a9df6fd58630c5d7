import type { endpoints, OutputOf } from '@emberwatch/contract'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { windowStore } from '../storage.ts'

export type Tasks = OutputOf<typeof endpoints.file.tasks>
export type ExportTask = Tasks['exports'][number]
export type ImportTask = Tasks['imports'][number]
type Task = ExportTask | ImportTask

type TaskKey = `${'export' | 'import'} ${number}`
export const exportKey = ({ id }: { id: number }): TaskKey => `export ${id}`
export const importKey = ({ id }: { id: number }): TaskKey => `import ${id}`

export const isOver = ({ state }: Pick<Task, 'state'>): boolean => state === 'done' || state === 'failed'

interface Followed {
  readonly keys: readonly TaskKey[]
  /** Hidden while they run. They are shown again when they have ended. */
  readonly hidden: readonly TaskKey[]
}

/** The exports and imports that this tab shows until they are closed, also across reloads. */
export const useFollowed = create(
  persist<Followed>(() => ({ keys: [], hidden: [] }), {
    name: 'followed_tasks',
    storage: createJSONStorage(() => windowStore),
  }),
)

export const followTask = (key: TaskKey): void => {
  useFollowed.setState(({ keys }) => ({ keys: keys.includes(key) ? keys : [...keys, key] }))
}

const without = (keys: readonly TaskKey[], key: TaskKey): TaskKey[] => keys.filter((each) => each !== key)

/** Hides a task: for good if it has ended, otherwise until it does. */
export const dismissTask = (key: TaskKey, task: Task): void => {
  useFollowed.setState(({ keys, hidden }) => ({
    keys: without(keys, key),
    hidden: isOver(task) ? without(hidden, key) : [...without(hidden, key), key],
  }))
}

/** Shows a running task, even one started in another tab, and a hidden one once it has ended. */
export const syncTask = (key: TaskKey, task: Task): void => {
  const isHidden = useFollowed.getState().hidden.includes(key)
  if (isOver(task) !== isHidden) return
  followTask(key)
  useFollowed.setState(({ hidden }) => ({ hidden: without(hidden, key) }))
}
