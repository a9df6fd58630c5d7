import { endpoints, type EnumValue, type UpgradeFilter, type UpgradePreview } from '@emberwatch/contract'
import { Form } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { PlainTable } from '../../../kit/plain-table.tsx'

type VersionRow = UpgradePreview['byVersion'][number]

const listOf = { company: ['companyIds'], project: ['projectIds'], list: ['deviceIds', 'gatewayIds'], filter: [] } as const

/** How many devices the task in the form would have, by their current version; counted again with every change. */
export const PreviewCount = ({ taskId, ofGateways }: { taskId?: number | undefined; ofGateways: boolean }) => {
  const { t } = useTranslation('upgrade')
  const editionId = Form.useWatch<number | undefined>('editionId')
  const targetType = Form.useWatch<EnumValue<'upgradeTargetType'> | undefined>('targetType') ?? 'filter'
  const lists = {
    companyIds: Form.useWatch<number[] | undefined>('companyIds'),
    projectIds: Form.useWatch<number[] | undefined>('projectIds'),
    deviceIds: Form.useWatch<number[] | undefined>('deviceIds'),
    gatewayIds: Form.useWatch<number[] | undefined>('gatewayIds'),
  }
  const filter = useDeferredValue(Form.useWatch<UpgradeFilter | undefined>('filter'))
  const typed = Form.useWatch<string | undefined>('initialVersion')?.trim()
  const initialVersion = useDeferredValue(typed)
  const allowDowngrade = Form.useWatch<boolean | undefined>('allowDowngrade') ?? false
  const names = targetType === 'list' ? ([ofGateways ? 'gatewayIds' : 'deviceIds'] as const) : listOf[targetType]
  const chosen = Object.fromEntries(names.map((name) => [name, lists[name] ?? []]))
  const isChosen = editionId !== undefined && (targetType === 'filter' || Object.values(chosen).some((ids) => ids.length > 0))
  const { data, error, isFetching } = useCall(
    endpoints.upgradeTask.preview,
    {
      ...(taskId === undefined ? {} : { id: taskId }),
      editionId: editionId ?? 0,
      targetType,
      ...chosen,
      ...(targetType === 'filter' && filter ? { filter } : {}),
      ...(initialVersion ? { initialVersion } : {}),
      allowDowngrade,
    },
    { enabled: isChosen, keepPrevious: true, quiet: true },
  )
  const shown = isChosen && !error ? data : undefined
  const rows = (shown?.byVersion ?? []).map((row, id) => ({ ...row, id }))
  const hasHardware = rows.some(({ hardware }) => hardware !== null)
  return (
    <div role="status" aria-busy={isFetching}>
      {!isChosen && <span className="ew-muted">{t(($) => $.expectedChoose)}</span>}
      {isChosen && error && <span className="ew-upgrade-problem">{t(($) => $.expectedFailed, { reason: error.message })}</span>}
      {shown && (
        <>
          <strong>
            {rows.length === 0
              ? t(($) => $.expectedNone)
              : t(($) => $.expectedCount, { count: shown.total - shown.withoutRoute })}
          </strong>
          {shown.onVersion > 0 && <div>{t(($) => $.expectedOn, { count: shown.onVersion })}</div>}
          {shown.withoutRoute > 0 && (
            <div className="ew-upgrade-problem">{t(($) => $.expectedStuck, { count: shown.withoutRoute })}</div>
          )}
          {shown.unknownVersion > 0 && <div>{t(($) => $.expectedUnknown, { count: shown.unknownVersion })}</div>}
          {rows.length > 0 && (
            <PlainTable<VersionRow>
              label={t(($) => $.expected)}
              rows={rows}
              columns={[
                { label: t(($) => $.currentVersion), render: ({ version }) => version ?? t(($) => $.unknown) },
                ...(hasHardware ? [{ label: t(($) => $.hardware), render: ({ hardware }: VersionRow) => hardware ?? '—' }] : []),
                { label: t(($) => $.count), render: ({ count }) => count },
                {
                  label: t(($) => $.route),
                  render: ({ route }) =>
                    route === null ? t(($) => $.routeNone) : route.length === 0 ? t(($) => $.routeThere) : route.join(' → '),
                },
              ]}
            />
          )}
        </>
      )}
    </div>
  )
}
