import { endpoints, type OutputOf, providerKinds } from '@emberwatch/contract'
import { Alert, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { lazy } from 'react'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { Time } from '../../../kit/time.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import type { ProviderRow } from './provider.form.tsx'

type States = OutputOf<typeof endpoints.notifyProvider.channels>

/** Whether people outside can be notified, channel by channel. If nobody can, it says so plainly. */
const ChannelStates = () => {
  const { t } = useTranslation('notify-provider')
  const states: States = useCall(endpoints.notifyProvider.channels, {}, { quiet: true }).data ?? []
  if (states.length === 0) return null
  const isNobody = states.every(({ state }) => state === 'down' || state === 'none')
  const channelsIn = (wanted: States[number]['state']): string[] =>
    states.filter(({ state }) => state === wanted).map(({ channel }) => enumLabel('notifyMethod', channel))
  const [down, unproven] = [channelsIn('down'), channelsIn('unproven')]
  return (
    <section className="ew-panel" aria-label={t(($) => $.channels.label)}>
      {isNobody && (
        <Alert showIcon type="error" title={t(($) => $.channels.nobody)} description={t(($) => $.channels.nobodyText)} />
      )}
      {!isNobody && down.length > 0 && (
        <Alert showIcon type="error" title={t(($) => $.channels.down, { channels: down.join(', ') })} />
      )}
      {unproven.length > 0 && (
        <Alert showIcon type="warning" title={t(($) => $.channels.unproven, { channels: unproven.join(', ') })} />
      )}
      <Space wrap size="large">
        {states.map(({ channel, state }) => (
          <span key={channel}>
            {enumLabel('notifyMethod', channel)} <StatusTag enumeration="channelState" value={state} />
          </span>
        ))}
      </Space>
    </section>
  )
}

const ProviderForm = lazy(() => import('./provider.form.tsx'))
const ProviderTest = lazy(() => import('./provider-test.tsx'))

const notifyProvider = endpoints.notifyProvider

/** The providers that deliver messages and calls to people outside, with their state. */
export const Providers = () => {
  const { t } = useTranslation('notify-provider')
  const words = t(($) => $.columns, { returnObjects: true })
  const run = useRunWrite()
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<ProviderRow>({
    calls: notifyProvider,
    renderForm: (open) => <ProviderForm {...open} />,
    nameOf: ({ name }) => name,
    texts: {
      create: t(($) => $.create),
      remove: t(($) => $.removeHint),
      disable: ({ name }) => t(($) => $.disableHint, { name }),
    },
  })
  const drawTest = (row: ProviderRow) => <ProviderTest row={row} onClose={close} />
  const tryIt = (row: ProviderRow): Action => ({
    key: 'test',
    label: t(($) => $.test.action),
    ...operationsFor(notifyProvider.test),
    onClick: () => show(drawTest(row)),
  })
  const balance = (row: ProviderRow): Action => ({
    key: 'balance',
    label: t(($) => $.balanceAction),
    ...operationsFor(notifyProvider.balance),
    onClick: async () => {
      const { amount, currency } = await run(notifyProvider.balance, { id: row.id })
      toast.success(t(($) => $.balanceIs, { amount, currency }))
    },
  })
  return (
    <>
      <ChannelStates />
      <ListPage
        headless
        endpoint={notifyProvider.page}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.keyword) }, 'channel', 'kind', 'state', 'enabled']}
        columns={[
          {
            field: 'name',
            label: words.name,
            render: ({ name, kind }) => <TwoLines small={enumLabel('providerKind', kind)}>{name}</TwoLines>,
          },
          {
            field: 'channel',
            label: words.channel,
            render: ({ channel, priority }) => (
              <TwoLines small={priority === 1 ? t(($) => $.first) : t(($) => $.order, { count: priority })}>
                {enumLabel('notifyMethod', channel)}
              </TwoLines>
            ),
          },
          {
            field: 'state',
            label: words.state,
            render: ({ state, failures, downUntil, unknownWord }) => (
              <TwoLines
                small={
                  state === 'down' && downUntil !== null ? (
                    <>
                      {t(($) => $.restsUntil)}
                      <Time value={downUntil} />
                    </>
                  ) : failures > 0 ? (
                    t(($) => $.failuresIs, { count: failures })
                  ) : unknownWord !== null ? (
                    t(($) => $.unknownWord, { word: unknownWord })
                  ) : (
                    ''
                  )
                }
              >
                <StatusTag enumeration="providerState" value={state} />
              </TwoLines>
            ),
          },
          { field: 'lastSuccessAt', label: words.lastSuccess, render: ({ lastSuccessAt }) => <Time value={lastSuccessAt} /> },
          {
            field: 'lastFailureAt',
            label: words.lastFailure,
            render: ({ lastFailureAt, lastFailure }) => (
              <TwoLines small={lastFailure ?? ''}>
                <Time value={lastFailureAt} />
              </TwoLines>
            ),
          },
          {
            field: 'ratePerMinute',
            label: words.limits,
            optional: true,
            render: ({ ratePerMinute: rate, timeoutS: seconds }) => t(($) => $.limits, { rate, seconds }),
          },
          {
            field: 'balance',
            label: words.balance,
            render: ({ balance: amount, balanceCurrency, balanceAt }) =>
              amount === null ? (
                t(($) => $.notReported)
              ) : (
                <TwoLines small={<Time value={balanceAt} />}>{`${amount} ${balanceCurrency ?? ''}`}</TwoLines>
              ),
          },
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={(row) => [
          tryIt(row),
          edit(row),
          ...(providerKinds[row.kind].balance ? [balance(row)] : []),
          setEnabled(row),
          remove(row),
        ]}
        tone={({ state }) => (state === 'down' || state === 'off' ? 'fault' : undefined)}
      />
      {dialog}
    </>
  )
}
