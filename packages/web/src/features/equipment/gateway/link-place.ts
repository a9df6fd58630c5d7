import { useTranslation } from 'react-i18next'

/**
 * Puts in words where a device is behind its transmitter, by the code that is sent of it: `1-2-37`, or `t12-1-2-37` at a system of another type
 * than fire alarm systems. Undefined for other codes.
 */
export const useLinkPlace = (): ((format: string | null, code: string | null) => string | undefined) => {
  const { t } = useTranslation('gateway')
  return (format, code) => {
    if (format !== 'GB26875') return undefined
    const [, type, system, loop, point] = /^(?:.*\/)?(?:t(\d+)-)?(\d+)(?:-(\d+)-(\d+))?$/.exec(code ?? '') ?? []
    if (system === undefined) return undefined
    const place =
      loop === undefined || point === undefined
        ? t(($) => $.linkPlace.system, { system })
        : t(($) => $.linkPlace.point, { system, loop, point })
    return type === undefined ? place : t(($) => $.linkPlace.ofType, { place, type })
  }
}
