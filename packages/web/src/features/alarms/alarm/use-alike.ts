import { endpoints, limits, type AlarmRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/call.ts'
import { useCall, useRefresh } from '../../../api/hooks.ts'
import { useRunEach } from '../../../kit/use-run-each.tsx'
import { useActor, useCan } from '../../../session/me.tsx'
import { useAlarmSource } from './alarm-source.ts'
import { alikeOf, stillAlike } from './alike.ts'

type Input = Readonly<Record<string, unknown>>

/** The open alarms of the same device and type, and how they are closed like this one: each by itself, with a log entry of its own. */
export const useAlike = (row: AlarmRow, as: 'deal' | 'misreport') => {
  const { t } = useTranslation('alarm')
  const actor = useActor()
  const source = useAlarmSource()
  const may = useCan()('alarm:view')
  const runEach = useRunEach()
  const refresh = useRefresh()
  const { deviceId, typeId } = row
  const input = { open: true, typeId, pageNum: 1, pageSize: limits.pageSizes[3], ...(deviceId === null ? {} : { deviceId }) }
  const rows = useCall(endpoints.alarm.page, input, { enabled: may && deviceId !== null, quiet: true }).data?.list ?? []
  const alike = (reason: boolean) => alikeOf(rows, row, { as, reason, actor })
  /** @param chosen those that were there when somebody decided to close them too */
  const closeAlike = async (like: Input, chosen: readonly AlarmRow[]) => {
    // Photos show this alarm.
    const { photos: _, ...values } = like
    const others = stillAlike(chosen, alike(typeof values['reason'] === 'string'))
    if (others.length === 0) return
    await runEach(
      others,
      ({ code }) => code,
      ({ id }) => request(source[as], { ...values, id }, { quiet: true }),
      t(($) => $.form.alikeClosed, { count: others.length }),
    )
    await refresh(source[as])
  }
  return { alike, closeAlike }
}
