import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { endpoints } from '@emberwatch/contract'
import { Button, Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import '../../equipment/device-model/device-model.css'

interface Choice {
  value: number
  label: string
}

interface MembersProps {
  id?: string
  value?: number[]
  onChange?: (ids: number[]) => void
  /** Names of the people chosen so far. */
  known: readonly Choice[]
  onKnown: (known: readonly Choice[]) => void
}

/** The members of a team. The server searches; chosen people keep their names. */
export const MembersField = ({ id, value = [], onChange, known, onKnown }: MembersProps) => {
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim())
  const query = useCall(endpoints.dutyTeam.accounts, wanted ? { keyword: wanted } : {}, { keepPrevious: true, staleTime: 30_000 })
  const found = query.data ?? []
  const missing = known.filter((each) => value.includes(each.value) && !found.some((other) => other.value === each.value))
  return (
    <Select<number[], Choice>
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      allowClear
      loading={query.isFetching}
      showSearch={{ onSearch: setKeyword, filterOption: false }}
      value={value}
      options={[...found, ...missing]}
      onChange={(ids, options) => {
        const chosen = (Array.isArray(options) ? options : [options]).filter((each) => each !== undefined)
        onKnown([...known.filter((each) => !chosen.some((other) => other.value === each.value)), ...chosen])
        onChange?.(ids)
      }}
    />
  )
}

interface GroupsProps {
  value?: readonly number[][]
  onChange?: (groups: number[][]) => void
  known: readonly Choice[]
}

const most = 30

/** The groups in the order in which they take turns, each with one or more of the members. */
export const GroupsField = ({ value = [], onChange, known }: GroupsProps) => {
  const { t } = useTranslation('duty')
  const members = Form.useWatch<number[] | undefined>('memberIds') ?? []
  const options = known.filter((each) => members.includes(each.value))
  return (
    <>
      <ol className="ew-lines">
        {value.map((group, at) => (
          // Groups have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="ew-duty-group">
            <span className="ew-muted">{t(($) => $.roster.group, { number: at + 1 })}</span>
            <Select<number[]>
              mode="multiple"
              aria-label={t(($) => $.form.groupOf, { number: at + 1 })}
              showSearch={{ optionFilterProp: 'label' }}
              value={group}
              options={options}
              onChange={(ids) => onChange?.(value.map((other, index) => (index === at ? ids : other)))}
            />
            {value.length > 1 && (
              <Button
                type="text"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t(($) => $.form.removeGroup, { number: at + 1 })}
                onClick={() => onChange?.(value.filter((_group, index) => index !== at))}
              />
            )}
          </li>
        ))}
      </ol>
      <Button icon={<PlusOutlined aria-hidden />} disabled={value.length >= most} onClick={() => onChange?.([...value, []])}>
        {t(($) => $.form.addGroup)}
      </Button>
    </>
  )
}
