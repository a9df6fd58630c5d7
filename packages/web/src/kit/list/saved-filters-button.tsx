import { DeleteOutlined, EditOutlined, StarOutlined } from '@ant-design/icons'
import { limits } from '@emberwatch/contract'
import { Button, Popover } from 'antd'
import Input from 'antd/es/input/Input'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../preference.ts'
import type { Search } from '../search-params.ts'
import { conditionsOf, patchTo, renamed, savedIn, withSaved, type SavedFilter } from './saved-filters.ts'

interface NameFormProps {
  label: string
  button: string
  initial?: string
  disabled?: boolean
  onName: (name: string) => void
}

const NameForm = ({ label, button, initial = '', disabled = false, onName }: NameFormProps) => {
  const [name, setName] = useState(initial)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() === '') return
    onName(name.trim())
    setName('')
  }
  return (
    <form className="ew-saved-filter" onSubmit={submit}>
      <Input
        size="small"
        aria-label={label}
        placeholder={label}
        maxLength={limits.savedFilterName}
        disabled={disabled}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button size="small" htmlType="submit" disabled={disabled || name.trim() === ''}>
        {button}
      </Button>
    </form>
  )
}

interface SavedFiltersProps {
  /** Key of the list in the preferences. */
  listKey: string
  /** The conditions that the list supports. */
  names: readonly string[]
  search: Search
  onApply: (patch: Search) => void
}

/** A user's saved filters of a list: apply, rename, delete, and save the current one. */
export const SavedFiltersButton = ({ listKey, names, search, onApply }: SavedFiltersProps) => {
  const { t } = useTranslation('kit')
  const [kept, keep] = usePreference(`filters:${listKey}`)
  const [open, setOpen] = useState(false)
  const [renaming, setRenaming] = useState<string>()
  const saved = savedIn(kept)
  const present = conditionsOf(search, names)
  const full = saved.length >= limits.savedFilters

  const line = (filter: SavedFilter) => {
    const { name } = filter
    if (renaming === name)
      return (
        <NameForm
          key={name}
          label={t(($) => $.saved.name)}
          button={t(($) => $.save)}
          initial={name}
          onName={(to) => {
            keep(renamed(saved, name, to))
            setRenaming(undefined)
          }}
        />
      )
    return (
      <div key={name} className="ew-saved-filter">
        <Button
          type="link"
          size="small"
          onClick={() => {
            onApply(patchTo(filter, names))
            setOpen(false)
          }}
        >
          {name}
        </Button>
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          aria-label={t(($) => $.saved.rename, { name })}
          onClick={() => setRenaming(name)}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t(($) => $.saved.remove, { name })}
          onClick={() => keep(saved.filter((each) => each.name !== name))}
        />
      </div>
    )
  }

  const hint = () => {
    if (full) return t(($) => $.saved.full, { count: limits.savedFilters })
    return Object.keys(present).length === 0 ? t(($) => $.saved.nothing) : undefined
  }
  const off = hint()
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className="ew-saved-filters">
          {saved.map(line)}
          <NameForm
            label={t(($) => $.saved.name)}
            button={t(($) => $.saved.save)}
            disabled={off !== undefined}
            onName={(name) => keep(withSaved(saved, { name, search: present }))}
          />
          {off !== undefined && <p className="ew-muted">{off}</p>}
        </div>
      }
    >
      <Button
        type="text"
        icon={<StarOutlined aria-hidden />}
        aria-label={t(($) => $.saved.title)}
        title={t(($) => $.saved.title)}
      />
    </Popover>
  )
}
