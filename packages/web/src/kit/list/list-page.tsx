import type { Endpoint, Page } from '@emberwatch/contract'
import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRequest } from '../../api/hooks.ts'
import { ActionBar } from '../actions.tsx'
import { useCan } from '../../session/me.tsx'
import { LiveText } from '../clock.tsx'
import { decode, inputFacts, labelOf, type RowOf } from '../schema.ts'
import type { Search } from '../search-params.ts'
import { usePageName } from '../use-page-name.ts'
import { useColumnChoice } from './column-chooser.tsx'
import { resolveColumns } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { useListState } from './list-state.ts'
import { ListEmpty, ListSkeleton, LoadFailed } from './list-states.tsx'
import { ListTable } from './list-table.tsx'
import { labelled, resolveFilter, namesOf, type ResolvedFilter } from './search-field.tsx'
import { keyOfRow } from './row.ts'
import { SavedFiltersButton } from './saved-filters-button.tsx'
import { SearchForm } from './search-form.tsx'
import { SelectionBar, useSelection } from './selection-bar.tsx'
import type { ListPageProps } from './types.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useOffPage } from './use-off-page.ts'
import './list.css'

// The rows do not wait for it.
const Pager = lazy(async () => ({ default: (await import('./pager.tsx')).Pager }))

const noRows: readonly never[] = []

/** A list: search form, table, paging, selection, export. Defaults come from the contract. */
export const ListPage = <E extends Endpoint>(props: ListPageProps<E>) => {
  type Row = RowOf<E> & object
  const {
    endpoint,
    fixed = {},
    exporter,
    exportInput = {},
    actions = [],
    rowActions,
    selection,
    selectAll = false,
    tabs,
    views = [],
    tone,
    onRows,
    embedded = false,
    headless = embedded,
    orderedByHand = false,
    entersAtOnce,
  } = props
  const { t } = useTranslation('kit')
  const pageName = usePageName()
  const title = props.title ?? pageName
  const byDefault = views.find(({ isDefault }) => isDefault)?.when as Search | undefined
  const { search, pageNum, pageSize, change } = useListState(embedded, byDefault)
  const filters = ((props.filters ?? []) as readonly (ResolvedFilter | string)[]).map((filter) => resolveFilter(endpoint, filter))
  const columns = resolveColumns<Row>(endpoint, props.columns as Parameters<typeof resolveColumns<Row>>[1], t)
  const { shown, button: chooser } = useColumnChoice(endpoint.path, columns)

  const facts = inputFacts(endpoint)
  const viewNames = [...new Set(views.flatMap(({ when }) => Object.keys(when)))]
  const conditions = [...new Set([...filters.flatMap(namesOf), ...(tabs ? [tabs.name] : []), ...viewNames])]
  const decoded = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, decode(facts[name], search[name])]] : [])))
  // Every list can be read up to a given day (pager.tsx), even if its form has no such field.
  const found = { ...decoded([...new Set([...conditions, 'endTime'])]), ...fixed }
  const wanted = { ...found, ...decoded(['sort', 'order']) }
  const { cursor } = search
  const query = useRequest(endpoint, { ...wanted, pageNum, pageSize, ...(cursor && { cursor }) }, { keepPrevious: true })
  const question = JSON.stringify([wanted, pageNum, pageSize, cursor])
  const settled = !query.isPlaceholderData
  const answer = useMemo(
    () => ({ question, settled, data: query.data as Page<Row> | undefined }),
    [question, settled, query.data],
  )
  // Rendered at low priority, so that a storm of alarms never delays a click.
  const drawn = useDeferredValue(answer)
  const { data } = drawn
  const latest: readonly Row[] = data?.list ?? noRows
  const hold = useHeldRows({
    question: drawn.question,
    latest,
    settled: drawn.settled && !orderedByHand,
    keyOf: keyOfRow,
    entersAtOnce: entersAtOnce as ((row: Row) => boolean) | undefined,
  })
  const offPage = useOffPage<Row>({ endpoint, held: hold.held, latest, found, fixed, pageSize })
  const { fresh, gone, ...merged } = hold.merge(offPage)
  const rows = merged.rows as Row[]
  const reportRows = useEffectEvent((seen: Row[]) => onRows?.(seen))
  useEffect(() => reportRows(rows), [rows])

  const can = useCan()
  /** The names of the filters that are set: those of the form, otherwise those of the quick choices above the table. */
  const inForce = [
    ...new Set([
      ...filters.filter((filter) => namesOf(filter).some((name) => search[name])).map(labelled),
      ...[...viewNames, ...(tabs ? [tabs.name] : []), 'endTime'].flatMap((name) =>
        search[name] && !filters.some((filter) => namesOf(filter).includes(name))
          ? [name === 'endTime' ? labelOf('dateRange') : labelOf(name)]
          : [],
      ),
    ]),
  ]
  const selected = useSelection(endpoint, found, rows)
  const sort = { field: search['sort'], descending: search['order'] === 'desc' }

  return (
    <section className="ew-list" data-embedded={embedded}>
      {!headless && <h1>{title}</h1>}
      {filters.length > 0 && (
        <SearchForm
          entry={endpoint}
          filters={filters}
          search={search}
          onSearch={(patch) => {
            change(patch)
            // Pressing search with the same conditions requests the current data.
            if (Object.entries(patch).every(([name, value]) => (search[name] ?? '') === value)) void query.refetch()
          }}
        />
      )}
      {props.above}
      {tabs && (
        <div className="ew-tabs" role="group">
          {[{ value: '', label: t(($) => $.list.all) }, ...tabs.options].map(({ value, label }) => {
            const text = String(value)
            const count = data && text !== '' ? tabs.count?.(data, text) : undefined
            return (
              <button
                key={text}
                type="button"
                aria-pressed={(search[tabs.name] ?? '') === text}
                onClick={() => change({ [tabs.name]: text })}
              >
                {label}
                {count !== undefined && (
                  <span className="ew-tab-count">
                    <LiveText>{count}</LiveText>
                  </span>
                )}
              </button>
            )
          })}
        </div>
      )}
      {views.length > 0 && (
        <div className="ew-tabs" role="group">
          {[{ label: t(($) => $.list.all), when: {}, count: undefined }, ...views].map(({ label, when, count }) => {
            const wants: Search = Object.fromEntries(viewNames.map((name) => [name, (when as Search)[name] ?? '']))
            const counted = typeof count === 'function' ? data && count(data) : count
            const pressed = viewNames.every((name) => (search[name] ?? '') === wants[name])
            return (
              <button key={label} type="button" aria-pressed={pressed} onClick={() => change(wants)}>
                {label}
                {counted !== undefined && (
                  <span className="ew-tab-count">
                    <LiveText>{counted}</LiveText>
                  </span>
                )}
              </button>
            )
          })}
        </div>
      )}
      <div className="ew-toolbar">
        <ActionBar actions={actions} />
        {selection && selected.rows.length > 0 && (
          <SelectionBar
            actions={selection(selected.rows as RowOf<E>[], selected.clear)}
            selected={selected}
            total={selectAll ? (data?.total ?? 0) : 0}
          />
        )}
        <span className="ew-tools">
          {exporter && <ExportButton entry={exporter} input={{ ...found, ...exportInput }} />}
          {conditions.length > 0 && !embedded && (
            <SavedFiltersButton
              listKey={endpoint.path}
              names={[...conditions, 'sort', 'order']}
              search={search}
              onApply={change}
            />
          )}
          <Button
            type="text"
            icon={<ReloadOutlined aria-hidden />}
            aria-label={t(($) => $.list.refresh)}
            title={t(($) => $.list.refresh)}
            onClick={() => void query.refetch()}
          />
          {chooser}
        </span>
      </div>
      {query.isError && rows.length === 0 ? (
        <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : !data || (rows.length === 0 && (!settled || drawn !== answer)) ? (
        // The previous query found nothing; the result of this one is not known yet.
        <ListSkeleton rows={pageSize} />
      ) : rows.length === 0 ? (
        <ListEmpty
          filters={inForce}
          onClear={() => change(Object.fromEntries([...conditions, 'endTime'].map((name) => [name, ''])))}
          create={actions.find((action) => action.primary && (action.op === undefined || can(action.op)))?.label}
        />
      ) : (
        <div className="ew-held" {...hold.region}>
          {(fresh > 0 || gone.size > 0) && (
            <button type="button" className="ew-held-bar" onClick={hold.release}>
              <LiveText>
                {[
                  fresh > 0 && t(($) => $.list.fresh, { count: fresh }),
                  gone.size > 0 && t(($) => $.list.gone, { count: gone.size }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </LiveText>{' '}
              <strong>{t(($) => $.list.showFresh)}</strong>
            </button>
          )}
          <ListTable<Row>
            label={title}
            rows={rows}
            columns={shown}
            first={(pageNum - 1) * pageSize + 1}
            // Not during a mere refetch: in a storm, this would render every row twice per answer.
            busy={query.isPlaceholderData}
            sort={sort}
            // Ascending, descending, none.
            onSort={(field) =>
              change(
                sort.field !== field
                  ? { sort: field, order: 'asc' }
                  : sort.descending
                    ? { sort: '', order: '' }
                    : { sort: field, order: 'desc' },
              )
            }
            // A row that has just been dealt with can still be worked on. Of one that does not exist any more, nothing is known.
            rowActions={
              rowActions && ((row) => (gone.has(keyOfRow(row)) && !offPage.isKnown(keyOfRow(row)) ? [] : rowActions(row)))
            }
            selected={selection ? selected.ids : undefined}
            onSelect={selected.select}
            tone={(row) => (gone.has(keyOfRow(row)) ? 'gone' : tone?.(row))}
          />
        </div>
      )}
      {data && (data.total > 0 || pageNum > 1) && (
        <Suspense fallback={<div className="ew-pager" />}>
          <Pager data={data} pageNum={pageNum} pageSize={pageSize} search={search} change={change} />
        </Suspense>
      )}
    </section>
  )
}
