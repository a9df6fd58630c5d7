import {
  type AccountFigures,
  type AccountKind,
  accountKinds,
  type DataUserRow,
  type DataUserSummary,
  endpoints,
  type MessageCounts,
  pageAddress,
  reachedOf,
  sentChannels,
  shareOf,
} from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { Chart } from '../../../kit/chart/chart.tsx'
import { CompanyName } from '../../../kit/names.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { decode, inputFacts } from '../../../kit/schema.ts'
import { drills, percent, Tiles } from '../../../kit/tiles/tiles.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'

const { dataUser } = endpoints

const count = (value: number): string => value.toLocaleString()
const messageStates = [
  'queued',
  'sent',
  'delivered',
  'read',
  'answered',
  'failed',
] as const satisfies readonly (keyof MessageCounts)[]
const tones = {
  queued: 'border',
  sent: 'neutral',
  delivered: 'normal',
  read: 'accent',
  answered: 'menuActive',
  failed: 'fault',
} as const

const Totals = ({ sum }: { sum: DataUserSummary }) => {
  const { t } = useTranslation('data-user')
  return (
    <>
      <h2 className="ew-visually-hidden">{t(($) => $.summary)}</h2>
      <Tiles
        label={t(($) => $.summary)}
        tiles={[
          { label: t(($) => $.companies), value: count(sum.companies) },
          {
            label: fieldLabel('accounts'),
            value: count(sum.accounts),
            note: t(($) => $.disabled, { count: sum.disabledAccounts }),
          },
          { label: t(($) => $.active), value: count(sum.active30), note: t(($) => $.active7, { count: sum.active7 }) },
          { label: t(($) => $.never), value: count(sum.neverSignedIn) },
          {
            label: t(($) => $.unverified),
            value: count(sum.unverifiedPhone),
            note: t(($) => $.withoutPhone, { count: sum.withoutPhone }),
            urgent: sum.withoutPhone > 0,
          },
          { label: t(($) => $.twoStep), value: count(sum.twoStepAccounts) },
          { label: t(($) => $.reached), value: percent(sum.reachedShare) },
        ]}
      />
      <p className="ew-muted ew-stats-note">
        {t(($) => $.of, { from: formatTime(sum.from), to: formatTime(sum.to) })} {t(($) => $.phoneNote)} {t(($) => $.reachedNote)}
      </p>
    </>
  )
}

/** The filtered companies as a whole. */
const Summary = () => {
  const { t } = useTranslation('data-user')
  const search = usePageSearch()
  const facts = inputFacts(dataUser.summary)
  const filters = Object.fromEntries(
    Object.keys(facts).flatMap((name) => (search[name] ? [[name, decode(facts[name], search[name])]] : [])),
  )
  const { data, isError, error, refetch } = useCall(dataUser.summary, filters, { quiet: true, keepPrevious: true })
  if (isError && !data) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  const { types, largest, channels } = data
  const rows = sentChannels
    .map((channel) => ({ channel, counts: channels[channel] }))
    .filter(({ counts }) => messageStates.some((state) => counts[state] > 0))
  const enabledOf = ({ accounts, disabledAccounts }: { accounts: number; disabledAccounts: number }) =>
    accounts - disabledAccounts
  const names = rows.map(({ channel }) => enumLabel('notifyMethod', channel))
  return (
    <>
      <Totals sum={data} />
      <div className="ew-charts">
        <Chart
          title={t(($) => $.types)}
          kind="stacked"
          category={t(($) => $.type)}
          categories={types.map(({ accountType }) => enumLabel('accountType', accountType))}
          series={[
            { name: t(($) => $.enabledAccounts), values: types.map(enabledOf) },
            { name: t(($) => $.disabledAccounts), values: types.map(({ disabledAccounts }) => disabledAccounts), tone: 'fault' },
          ]}
        />
        <Chart
          title={t(($) => $.largest)}
          kind="rows"
          category={t(($) => $.company)}
          categories={largest.map(({ companyName }) => companyName)}
          series={[{ name: fieldLabel('accounts'), values: largest.map(({ accounts }) => accounts) }]}
        />
        <Chart
          title={t(($) => $.delivery)}
          kind="columns"
          unit="%"
          category={t(($) => $.channel)}
          categories={names}
          series={[
            {
              name: fieldLabel('reachedShare'),
              values: rows.map(({ channel, counts }) => {
                const share = shareOf(reachedOf(channel, counts))
                return share === null ? null : Math.round(share * 1_000) / 10
              }),
              tone: 'normal',
            },
          ]}
        />
        <Chart
          title={t(($) => $.messages)}
          kind="stacked"
          category={t(($) => $.channel)}
          categories={names}
          series={messageStates
            .filter((state) => rows.some(({ counts }) => counts[state] > 0))
            .map((state) => ({
              name: t(($) => $.counts[state]),
              values: rows.map(({ counts }) => counts[state]),
              tone: tones[state],
            }))}
        />
      </div>
    </>
  )
}

const staffLists = {
  siter: 'companyAccountList',
  distributor: 'distributorAccountList',
  agent_one: 'agentOneAccountList',
  agent_two: 'agentTwoAccountList',
} as const

/** The list with the accounts of a kind of a company; the list of one's own company has no other. */
const useListOf = (): ((kind: AccountKind, row: DataUserRow, filter: object) => string) => {
  const { companyId } = useMe().user
  return (kind, row, filter) => {
    const isOwn = row.companyId === companyId
    const list = {
      staff: isOwn ? 'companyAccountList' : staffLists[row.companyType],
      customer: 'customerAccountList',
      user: 'userAccountList',
    } as const
    return pageAddress(list[kind], { ...(kind === 'staff' && isOwn ? {} : { companyId: row.companyId }), ...filter })
  }
}

/** A number of accounts by kind, each linked to its list if that has the filter. */
const useKinds = () => {
  const { t } = useTranslation('data-user')
  const listOf = useListOf()
  return (
    row: DataUserRow,
    of: (figures: AccountFigures) => number,
    filter: object,
    listed: readonly AccountKind[] = accountKinds,
  ) =>
    drills(
      accountKinds
        .filter((kind) => of(row.kinds[kind]) > 0)
        .map((kind) => ({
          key: kind,
          text: t(($) => $.kinds[kind], { count: of(row.kinds[kind]) }),
          href: listed.includes(kind) ? listOf(kind, row, filter) : undefined,
        })),
    )
}

const inactiveDays = 30
const inactiveOf = ({ accounts, active30, neverSignedIn }: AccountFigures): number => accounts - active30 - neverSignedIn

/** Statistics of accounts and of messages to people outside. It names nobody. */
export default function DataUserListPage() {
  const { t } = useTranslation('data-user')
  const { accountType } = useMe().user
  const kinds = useKinds()
  const withKinds = (field: 'accounts' | 'disabledAccounts' | 'neverSignedIn', filter: object) => ({
    field,
    render: (row: DataUserRow) => (
      <TwoLines small={kinds(row, (figures) => figures[field], filter)}>{count(row[field])}</TwoLines>
    ),
  })
  return (
    <ListPage
      endpoint={dataUser.page}
      exporter={dataUser.export}
      above={<Summary />}
      filters={[
        { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
        { kind: 'dateRange', label: t(($) => $.period) },
        ...(hasCompaniesBelow(accountType)
          ? [{ kind: 'company' as const, name: 'companyId' as const }, 'companyType' as const]
          : []),
      ]}
      columns={[
        {
          field: 'companyName',
          label: t(($) => $.company),
          width: 120,
          render: ({ companyId, companyName, companyType }) => (
            <TwoLines small={enumLabel('companyType', companyType)}>
              <CompanyName id={companyId} name={companyName} />
            </TwoLines>
          ),
        },
        withKinds('accounts', {}),
        withKinds('disabledAccounts', { enabled: false }),
        'active7',
        {
          field: 'active30',
          render: (row) => (
            <TwoLines
              small={
                inactiveOf(row) > 0 && (
                  <>
                    {t(($) => $.inactive, { count: inactiveOf(row) })}{' '}
                    {kinds(row, inactiveOf, { inactiveDays }, ['staff', 'user'])}
                  </>
                )
              }
            >
              {count(row.active30)}
            </TwoLines>
          ),
        },
        withKinds('neverSignedIn', { neverLoggedIn: true }),
        {
          field: 'unverifiedPhone',
          render: ({ unverifiedPhone, withoutPhone }) => (
            <TwoLines small={withoutPhone > 0 && t(($) => $.withoutPhone, { count: withoutPhone })}>{unverifiedPhone}</TwoLines>
          ),
        },
        'twoStepAccounts',
        {
          field: 'reachedShare',
          render: ({ channels, reachedShare }) => (
            <TwoLines
              small={sentChannels
                .flatMap((channel) => {
                  const share = shareOf(reachedOf(channel, channels[channel]))
                  return share === null ? [] : [`${enumLabel('notifyMethod', channel)} ${percent(share)}`]
                })
                .join(' · ')}
            >
              {percent(reachedShare)}
            </TwoLines>
          ),
        },
        { field: 'orgCode', optional: true },
        { field: 'enabled', optional: true },
      ]}
    />
  )
}
