import { type ChartInput, endpoints } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { SearchForm } from '../../../kit/list/search-form.tsx'
import type { ResolvedFilter } from '../../../kit/list/search-field.tsx'
import type { Search } from '../../../kit/search-params.ts'
import { useCan, useMe } from '../../../session/me.tsx'

const { homeChart } = endpoints

/** The periods offered; the third is what is shown if none is chosen. */
const periods = [1, 7, 30, 90] as const
const defaultPeriod = '30'

const places = ['country', 'province', 'city', 'region'] as const
const ids = ['companyId', 'projectId', 'projectTypeId'] as const

export const inputOf = (search: Search): ChartInput => {
  const number = (name: string) => (Number(search[name]) > 0 ? { [name]: Number(search[name]) } : {})
  const text = (name: string) => (search[name] ? { [name]: search[name] } : {})
  return Object.assign({}, ...['days', ...ids].map(number), ...['fromDay', 'toDay', ...places].map(text)) as ChartInput
}

/** The filters that the lists have in common with the charts. */
export const listed = (search: Search): Search =>
  Object.fromEntries([...ids, ...places].flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

export const Filters = ({ search }: { search: Search }) => {
  const { t } = useTranslation('home')
  const kit = useTranslation('kit').t
  const { user } = useMe()
  const can = useCan()
  const navigate = useNavigate()
  const shown = useMemo(() => ({ days: defaultPeriod, ...search }), [search])
  const filters: ResolvedFilter[] = [
    {
      kind: 'select',
      name: 'days',
      label: t(($) => $.charts.period),
      options: periods.map((days) => ({
        value: days,
        label: days === 1 ? kit(($) => $.search.today) : kit(($) => $.search.days, { count: days }),
      })),
    },
    ...(can('project:view') ? [{ kind: 'remote', name: 'projectId', endpoint: endpoints.project.select } as const] : []),
    ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company', name: 'companyId' } as const] : []),
    { kind: 'address' },
    ...(can('project:view') ? [{ kind: 'remote', name: 'projectTypeId', endpoint: endpoints.projectType.select } as const] : []),
    { kind: 'date', name: 'fromDay' },
    { kind: 'date', name: 'toDay' },
  ]
  return (
    <SearchForm
      entry={homeChart.alarmTrend}
      filters={filters}
      search={shown}
      onSearch={(patch) =>
        void navigate({
          to: '.',
          search: Object.fromEntries(Object.entries({ ...search, ...patch }).filter(([, value]) => value !== '')),
        })
      }
    />
  )
}
