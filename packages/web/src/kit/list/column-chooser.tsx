import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../preference.ts'
import type { ResolvedColumn } from './columns.tsx'
import { densities, useDensity } from './table-box.tsx'

const DensityChoice = () => {
  const { t } = useTranslation('kit')
  const [chosen, choose] = useDensity()
  return (
    <fieldset className="ew-density">
      <legend className="ew-visually-hidden">{t(($) => $.list.density)}</legend>
      {densities.map((density) => (
        <label key={density}>
          <input type="radio" name="density" checked={density === chosen} onChange={() => choose(density)} />
          {t(($) => $.list.densities[density])}
        </label>
      ))}
    </fieldset>
  )
}

/** The visible columns, stored per user on the server, and the button to choose them and the row density. */
export const useColumnChoice = <Row,>(listKey: string, columns: readonly ResolvedColumn<Row>[]) => {
  const { t } = useTranslation('kit')
  const [kept, keep] = usePreference(`columns:${listKey}`)
  const standard = columns.filter(({ optional }) => !optional).map(({ field }) => field)
  const chosen: readonly string[] = Array.isArray(kept) && kept.length > 0 ? kept.map(String) : standard
  const shown = columns.filter(({ field }) => chosen.includes(field))
  const toggle = (field: string) => {
    const next = chosen.includes(field) ? chosen.filter((one) => one !== field) : [...chosen, field]
    if (next.length > 0) keep(next)
  }
  const button = (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <>
          <DensityChoice />
          <fieldset className="ew-columns">
            <legend className="ew-visually-hidden">{t(($) => $.list.columns)}</legend>
            {columns.map(({ field, label }) => (
              <label key={field}>
                <input type="checkbox" checked={chosen.includes(field)} onChange={() => toggle(field)} />
                {label}
              </label>
            ))}
            <Button type="link" size="small" onClick={() => keep([])}>
              {t(($) => $.list.allColumns)}
            </Button>
          </fieldset>
        </>
      }
    >
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        aria-label={t(($) => $.list.tableSettings)}
        title={t(($) => $.list.tableSettings)}
      />
    </Popover>
  )
  // An old choice may contain only columns that no longer exist.
  return { shown: shown.length > 0 ? shown : columns.filter(({ optional }) => !optional), button }
}
