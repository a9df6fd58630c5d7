import { endpoints, type OutputOf } from '@emberwatch/contract'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../api/call.ts'

/** A captcha is valid for one attempt. `refresh` gets another. */
export const useCaptcha = () => {
  const [captcha, setCaptcha] = useState<OutputOf<typeof endpoints.session.captcha> | null>(null)
  const refresh = useCallback(() => {
    call(endpoints.session.captcha, {}).then(setCaptcha, () => setCaptcha(null))
  }, [])
  useEffect(refresh, [refresh])
  return { captcha, refresh }
}
