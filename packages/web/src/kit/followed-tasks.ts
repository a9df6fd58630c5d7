import type { endpoints, OutputOf } from '@emberwatch/contract'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

export type Tasks = OutputOf<typeof endpoints.file.tasks>
export type ExportTask = Tasks['exports'][number]
export type ImportTask = Tasks['imports'][number]
type Task = ExportTask | ImportTask

type TaskKey = `${'export' | 'import'} ${number}`
export const exportKey = ({ id }: { id: number }): TaskKey => `export ${id}`
export const importKey = ({ id }: { id: number }): TaskKey => `import ${id}`

export const isOver = ({ state }: Pick<Task, 'state'>): boolean => state === 'done' || state === 'failed'

interface Followed {
  keys: readonly TaskKey[]
  /** Put out of sight while they run; they come back when they are over. */
  aside: readonly TaskKey[]
}

/** The exports and imports that this tab shows until they are closed, also after a reload. */
export const useFollowed = create(
  persist<Followed>(() => ({ keys: [], aside: [] }), {
    name: 'followed_tasks',
    storage: createJSONStorage(() => sessionStorage),
  }),
)

export const follow = (key: TaskKey): void => {
  useFollowed.setState(({ keys }) => ({ keys: keys.includes(key) ? keys : [...keys, key] }))
}

const without = (keys: readonly TaskKey[], key: TaskKey): TaskKey[] => keys.filter((each) => each !== key)

/** Takes a task out of sight: for good when it is over, otherwise until it is. */
export const close = (key: TaskKey, task: Task): void => {
  useFollowed.setState(({ keys, aside }) => ({
    keys: without(keys, key),
    aside: isOver(task) ? without(aside, key) : [...without(aside, key), key],
  }))
}

/** Shows a task that is under way, also one that another tab has started; and one put aside when it is over. */
export const keepUp = (key: TaskKey, task: Task): void => {
  const isAside = useFollowed.getState().aside.includes(key)
  if (isOver(task) !== isAside) return
  follow(key)
  useFollowed.setState(({ aside }) => ({ aside: without(aside, key) }))
}
