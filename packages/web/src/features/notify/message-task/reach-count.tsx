import { endpoints, type EnumValue, type MessageTaskFilter, type MessageTaskReach } from '@emberwatch/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'

const listOf = { company: 'companyIds', role: 'roleIds', project: 'projectIds', account: 'accountIds' } as const

/** How many people the task in the form would reach, counted again with every change. */
export const ReachCount = () => {
  const { t } = useTranslation('message-task')
  const pushType = Form.useWatch<EnumValue<'pushType'> | undefined>('pushType')
  const pushObject = Form.useWatch<EnumValue<'pushObject'> | undefined>('pushObject') ?? 'all'
  const list = pushObject === 'all' || pushObject === 'filter' ? undefined : listOf[pushObject]
  const ids = Form.useWatch<number[] | undefined>(list ?? 'none') ?? []
  const filter = Form.useWatch<MessageTaskFilter | undefined>('filter') ?? {}
  const isNarrowed = pushObject === 'filter' ? Object.keys(filter).length > 0 : list === undefined || ids.length > 0
  const isChosen = pushType !== undefined && isNarrowed
  const { data, isFetching } = useCall(
    endpoints.messageTask.reach,
    {
      pushType: pushType ?? 'inSite',
      pushObject,
      ...(list === undefined ? {} : { [list]: ids }),
      ...(pushObject === 'filter' ? { filter } : {}),
    },
    { enabled: isChosen, keepPrevious: true, quiet: true },
  )
  const shown = isChosen ? data : undefined
  const words = ({ total, reachable }: MessageTaskReach) =>
    t(($) => $.reach, { total: total.toLocaleString(), reachable: reachable.toLocaleString() })
  return (
    <div role="status" aria-busy={isFetching}>
      {shown === undefined && <span className="ew-muted">{isChosen ? '…' : t(($) => $.reachChoose)}</span>}
      {shown && <strong>{shown.reachable === 0 ? t(($) => $.reachNobody) : words(shown)}</strong>}
      {shown?.channel === 'none' && <p className="ew-task-problem">{t(($) => $.channelNone)}</p>}
      {shown?.channel === 'down' && <p className="ew-task-problem">{t(($) => $.channelDown)}</p>}
    </div>
  )
}
