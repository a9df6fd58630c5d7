import { endpoints } from '@emberwatch/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Cascader } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import type { Search } from '../search-params.ts'
import type { CascadeChoice } from './types.ts'

interface Option {
  value: string
  label: string
  isLeaf?: boolean
  children?: Option[]
}

interface CascaderFieldProps {
  id: string
  source: readonly CascadeChoice[] | 'address' | 'product'
  names: readonly string[]
  values: Search
  onChange: (patch: Search) => void
}

const fixedOptions = (choices: readonly CascadeChoice[]): Option[] =>
  choices.map(({ value, label, children }) => ({
    value: String(value),
    label,
    ...(children ? { children: fixedOptions(children) } : {}),
  }))

/** Children of a path of values. The empty path gives the first level. */
type Load = (path: readonly string[]) => Promise<Option[]>

const useLoad = (source: CascaderFieldProps['source']): Load => {
  const client = useQueryClient()
  if (source === 'address') {
    return async (path) => {
      const [entry, input] =
        path.length === 0
          ? ([endpoints.area.countries, {}] as const)
          : ([endpoints.area.children, { code: path.at(-1) ?? '' }] as const)
      const areas = await client.ensureQueryData({
        ...queryOf(entry, input),
        queryFn: () =>
          entry === endpoints.area.countries ? call(entry, {}) : call(endpoints.area.children, { code: path.at(-1) ?? '' }),
      })
      return areas.map(({ code, name, leaf }) => ({ value: code, label: name, isLeaf: leaf }))
    }
  }
  if (source === 'product') {
    return async (path) => {
      const [series] = path
      const choices =
        series === undefined
          ? await call(endpoints.deviceSeries.select, {})
          : await call(endpoints.deviceModel.select, { series: Number(series) })
      return choices.map(({ value, label }) => ({ value: String(value), label, isLeaf: series !== undefined }))
    }
  }
  return () => Promise.resolve(fixedOptions(source))
}

const withChildren = (options: readonly Option[], path: readonly string[], children: Option[]): Option[] => {
  const [first, ...rest] = path
  if (first === undefined) return children
  return options.map((option) => {
    if (option.value !== first) return option
    return children.length === 0 && rest.length === 0
      ? { ...option, isLeaf: true }
      : { ...option, children: withChildren(option.children ?? [], rest, children) }
  })
}

/** A path of choices. Each level has its own name in the call, and any level may be the last one chosen. */
export default function CascaderField({ id, source, names, values, onChange }: CascaderFieldProps) {
  const { t } = useTranslation('kit')
  const [options, setOptions] = useState<Option[]>([])
  const load = useLoad(source)
  const chosen = names.map((name) => values[name] ?? '').filter((value) => value !== '')
  const dynamic = typeof source === 'string'
  const [wanted, setWanted] = useState(!dynamic || chosen.length > 0)

  // Values from the URL are loaded level by level, to show their names. Otherwise nothing is loaded before the field is opened.
  useEffect(() => {
    if (!wanted) return
    let current = true
    const open = async () => {
      let tree = await load([])
      if (dynamic)
        for (let depth = 1; depth < chosen.length; depth++)
          tree = withChildren(tree, chosen.slice(0, depth), await load(chosen.slice(0, depth)))
      if (current) setOptions(tree)
    }
    open().catch(() => {})
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the first loading needs what was chosen before it
  }, [source, wanted])

  return (
    <Cascader<Option>
      id={id}
      changeOnSelect
      allowClear
      options={options}
      onOpenChange={(open) => open && setWanted(true)}
      value={chosen}
      placeholder={t(($) => $.search.select)}
      onChange={(path: (string | number | null)[] | undefined) =>
        onChange(Object.fromEntries(names.map((name, level) => [name, String(path?.[level] ?? '')])))
      }
      {...(dynamic
        ? {
            loadData: (selected: Option[]) => {
              const path = selected.map(({ value }) => value)
              load(path).then(
                (children) => setOptions((old) => withChildren(old, path, children)),
                () => {},
              )
            },
          }
        : {})}
    />
  )
}
