import { endpoints, type UserInfo } from '@emberwatch/contract'
import { call } from '../api/call.ts'
import { keyOf, queryClient } from '../api/hooks.ts'
import { useMe } from '../session/me.tsx'

/** A choice of the signed-in person that the server keeps, such as the columns of a list. */
export const usePreference = (key: string): [value: unknown, set: (value: unknown) => void] => {
  const { user } = useMe()
  const set = (value: unknown) => {
    // Seen at once; when keeping it fails, the toast says so and the next sign-in has the old one.
    queryClient.setQueryData<UserInfo>(
      keyOf(endpoints.session.info, {}),
      (old) => old && { ...old, preferences: { ...old.preferences, [key]: value } },
    )
    void call(endpoints.session.setPreference, { key, value }).catch(() => {})
  }
  return [user.preferences[key], set]
}
