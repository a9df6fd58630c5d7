import { endpoints, type UserInfo } from '@emberwatch/contract'
import { call } from '../api/call.ts'
import { queryClient } from '../api/hooks.ts'
import { keyOf } from '../api/queries.ts'
import { useMe } from '../session/me.tsx'

/** A preference of the signed-in user, stored on the server, such as the columns of a list. */
export const usePreference = (key: string): [value: unknown, set: (value: unknown) => void] => {
  const { user } = useMe()
  const set = (value: unknown) => {
    // Takes effect immediately. If storing it fails, a toast says so and the next sign-in has the old value.
    queryClient.setQueryData<UserInfo>(
      keyOf(endpoints.session.info, {}),
      (old) => old && { ...old, preferences: { ...old.preferences, [key]: value } },
    )
    void call(endpoints.session.setPreference, { key, value }).catch(() => {})
  }
  return [user.preferences[key], set]
}
