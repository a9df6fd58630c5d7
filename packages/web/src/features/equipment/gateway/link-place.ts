import { useTranslation } from 'react-i18next'

/** Puts in words where a device is behind its transmitter, by the code that is sent of it: `1-2-37`. Undefined for other codes. */
export const useLinkPlace = (): ((format: string | null, code: string | null) => string | undefined) => {
  const { t } = useTranslation('gateway')
  return (format, code) => {
    if (format !== 'GB26875') return undefined
    const [, system, loop, point] = /^(?:.*\/)?(\d+)(?:-(\d+)-(\d+))?$/.exec(code ?? '') ?? []
    if (system === undefined) return undefined
    if (loop === undefined || point === undefined) return t(($) => $.linkPlace.system, { system })
    return t(($) => $.linkPlace.point, { system, loop, point })
  }
}
