import { useCallback, useEffect, useRef, useState } from 'react'
import { currentUser } from './session.ts'
import { keysUnder, read, remove, write } from './store.ts'

/** Separate for each person, because a phone may be shared. */
const prefix = (): string => `draft/${currentUser()?.id ?? 0}/`

/**
 * Input that is stored on the phone with every keystroke: a call, a closed tab or a new version loses nothing. `ready` is false
 * until it is known whether there is an earlier draft.
 */
export const useDraft = <T>(name: string, initial: T) => {
  const key = `${prefix()}${name}`
  const [value, setValue] = useState(initial)
  const [ready, setReady] = useState(false)
  const latest = useRef(initial)
  useEffect(() => {
    let gone = false
    void read<T>(key).then((kept) => {
      if (gone) return
      if (kept !== undefined) {
        // An older version of the page may have known fewer fields.
        latest.current = { ...latest.current, ...kept }
        setValue(latest.current)
      }
      setReady(true)
    })
    return () => {
      gone = true
    }
  }, [key])
  const set = useCallback(
    (change: Partial<T>) => {
      latest.current = { ...latest.current, ...change }
      setValue(latest.current)
      void write(key, latest.current)
    },
    [key],
  )
  const clear = useCallback(() => remove(key), [key])
  return { value, set, clear, ready }
}

/** Deletes the drafts of an order once it has been handed in. */
export const forgetDrafts = async (orderId: number): Promise<void> => {
  for (const key of await keysUnder(`${prefix()}${orderId}/`)) await remove(key)
}
