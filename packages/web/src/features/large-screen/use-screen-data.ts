import { endpoints, healthWarnings, type InputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { useNow } from '../../kit/use-now.ts'
import { useConnection } from '../../live/live.ts'
import { ageOf as ageAt } from './age.ts'
import type { OpenAlarms } from '../alarm/open-alarms.ts'

const { largeScreen } = endpoints

/** A province or project, or everything. */
export type Place = InputOf<typeof largeScreen.figures>

/** Live events refetch the figures at once; these are for what no event reports, and show that the server still answers (ms). */
const figuresMs = 10_000
const mapMs = 30_000
const slowMs = 60_000

export const useFigures = (place: Place) =>
  useCall(largeScreen.figures, place, { quiet: true, keepPrevious: true, refetchInterval: figuresMs })
export const useStatistics = (place: Place) =>
  useCall(largeScreen.statistics, place, { quiet: true, keepPrevious: true, refetchInterval: slowMs })
export const useScreenMap = () => useCall(largeScreen.map, {}, { quiet: true, refetchInterval: mapMs })
export const useScreenDuty = () => useCall(largeScreen.duty, {}, { quiet: true, refetchInterval: slowMs })

/** The server sends something at least every four seconds, and each read is repeated within fifteen. */
const silentAfter = 10_000
const oldAfter = 25_000
/** From here on, numbers are no longer shown: nobody should read them as the present. */
const hiddenAfter = 60_000

export interface Freshness {
  readonly state: 'loading' | 'live' | 'old' | 'hidden'
  readonly seconds: number
  readonly reasons: readonly string[]
}

interface Read {
  readonly data: unknown
  readonly dataUpdatedAt: number
}

/** How old what the screen shows is, and why. Only the present counts as healthy. */
export const useFreshness = (open: OpenAlarms, figures: Read, map: Read): Freshness => {
  const { t } = useTranslation('large-screen')
  const shell = useTranslation().t
  const { connection, lastActivityAt, problems } = useConnection()
  const now = useNow()
  const isLoading = open.list === undefined || figures.data === undefined
  const ageOf = (at: number) => ageAt(at, now)
  const isCut = connection !== 'live' || ageOf(lastActivityAt) > silentAfter
  // The map is read less often. One that cannot be read at all shows no projects.
  const mapAge = map.data === undefined ? 0 : ageOf(map.dataUpdatedAt) - mapMs
  const readAge = Math.max(ageOf(open.updatedAt), ageOf(figures.dataUpdatedAt), mapAge)
  const isUnread = !isLoading && readAge > oldAfter
  const serious = problems.filter((problem) => !healthWarnings.includes(problem))
  const reasons = [
    ...(isCut && connection !== 'connecting' ? [t(($) => $.noConnection)] : []),
    ...(isUnread ? [t(($) => $.figuresOld)] : []),
    ...serious.map((problem) => shell(($) => $.health.problems[problem])),
  ]
  const age = Math.max(isCut ? ageOf(lastActivityAt) : 0, isUnread ? readAge : 0)
  const seconds = Math.round(age / 1_000)
  if (isLoading) return { state: 'loading', seconds, reasons: open.failed === undefined ? reasons : [...reasons, open.failed] }
  // A reconnection of a second or two is no news.
  const isOld = isUnread || serious.length > 0 || (isCut && age > 3_000)
  return { state: !isOld ? 'live' : age > hiddenAfter ? 'hidden' : 'old', seconds, reasons }
}
