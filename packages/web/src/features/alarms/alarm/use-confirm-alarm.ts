import { endpoints, errorCatalogue, limits, type AlarmRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useRefresh, useRunWrite } from '../../../api/hooks.ts'
import { confirm as ask } from '../../../kit/confirm.ts'
import { formatSpan } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { useAlarmSource } from './alarm-source.ts'

/** The alarm as it is on the screen: if it was raised again since, it is not confirmed. */
type Seen = Pick<AlarmRow, 'id' | 'raisedAt'>

/** The holder of an alarm's site. */
export type Held = Pick<AlarmRow, 'projectName' | 'holderId' | 'holderName' | 'heldAt' | 'holderAbsent'>

const freshMs = limits.deskFreshMinutes * 60_000
const heldFor = (heldAt: string | null): number => (heldAt === null ? Infinity : Date.now() - Date.parse(heldAt))

/** Whether somebody else handles the alarm's site: they are there, or took it over a few minutes ago and are on their way. */
export const isHeldByOther = ({ holderId, holderAbsent, heldAt }: Held, me: number): boolean =>
  holderId !== null && holderId !== me && (!holderAbsent || heldFor(heldAt) <= freshMs)

/** Asks whether to take a site from the person who has it. */
export const useAskToTake = () => {
  const { t } = useTranslation('alarm')
  return ({ projectName, holderName, heldAt }: Held, ok: string): Promise<boolean> =>
    ask({
      title: t(($) => $.desk.takeAsk, {
        project: projectName ?? '',
        who: holderName ?? '',
        span: formatSpan(heldAt === null ? 0 : Math.max(60_000, heldFor(heldAt))),
      }),
      content: t(($) => $.desk.takeText),
      ok,
    })
}

/**
 * Confirms an alarm. If somebody else handles its site, a second click takes the site over and confirms, so that nobody is kept
 * from a fire. Returns whether it was confirmed.
 * @throws when the call fails; the failure has been shown
 */
export const useConfirmAlarm = () => {
  const { t } = useTranslation('alarm')
  const run = useRunWrite()
  const refresh = useRefresh()
  const askToTake = useAskToTake()
  const { id: me } = useMe().user
  const source = useAlarmSource()
  return async ({ id, raisedAt }: Seen, known?: Held): Promise<boolean> => {
    if (!known || !isHeldByOther(known, me))
      try {
        await run(source.confirm, { id, raisedAt }, { quiet: true })
        return true
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== errorCatalogue.heldByOther.code) {
          if (error instanceof Error) toast.error(error.message)
          // What was shown is out of date.
          if (error instanceof ApiError) await refresh(source.confirm, { id })
          throw error
        }
      }
    // The current holder: the row may be older than the take-over.
    const held = await call(endpoints.alarm.detail, { id })
    if (
      !(await askToTake(
        held,
        t(($) => $.desk.takeAndConfirm),
      ))
    )
      return false
    const from = held.holderId === null ? {} : { from: held.holderId }
    await run(endpoints.alarmDesk.confirm, { id, raisedAt, ...from })
    return true
  }
}
