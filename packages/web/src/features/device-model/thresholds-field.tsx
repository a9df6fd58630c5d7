import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Threshold } from '@emberwatch/contract'
import { Button, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/i18n.ts'
import { LineCell } from './line-cell.tsx'
import './device-model.css'

interface ThresholdsFieldProps {
  value?: readonly Threshold[]
  onChange?: (value: Threshold[]) => void
}

/** Leaves out the key if there is no value, because the contract does not accept null there. */
const withField = (line: Threshold, field: keyof Threshold, value: string | number | null): Threshold => {
  const { [field]: _before, ...rest } = line
  return (value === null || value === '' ? { name: '', ...rest } : { name: '', ...rest, [field]: value }) as Threshold
}

/** Edits the ranges of a model's values. */
export const ThresholdsField = ({ value = [], onChange }: ThresholdsFieldProps) => {
  const { t } = useTranslation('device-model')
  const change = (index: number, field: keyof Threshold, next: string | number | null) =>
    onChange?.(value.map((line, at) => (at === index ? withField(line, field, next) : line)))
  return (
    <>
      <ul className="ew-lines">
        {value.map((line, at) => {
          const index = at + 1
          return (
            // The lines have no identity of their own.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="ew-line">
              <LineCell label={fieldLabel('name')}>
                <Input
                  aria-label={t(($) => $.thresholds.name, { index })}
                  placeholder={t(($) => $.thresholds.namePlaceholder)}
                  maxLength={40}
                  value={line.name}
                  onChange={({ target }) => change(at, 'name', target.value)}
                />
              </LineCell>
              <LineCell label={fieldLabel('unit')}>
                <Input
                  aria-label={t(($) => $.thresholds.unit, { index })}
                  placeholder={fieldLabel('unit')}
                  maxLength={20}
                  value={line.unit ?? ''}
                  onChange={({ target }) => change(at, 'unit', target.value)}
                />
              </LineCell>
              <LineCell label={fieldLabel('minimum')}>
                <InputNumber
                  className="ew-full"
                  aria-label={t(($) => $.thresholds.minimum, { index })}
                  placeholder={fieldLabel('minimum')}
                  value={line.minimum ?? null}
                  onChange={(next) => change(at, 'minimum', next)}
                />
              </LineCell>
              <LineCell label={fieldLabel('maximum')}>
                <InputNumber
                  className="ew-full"
                  aria-label={t(($) => $.thresholds.maximum, { index })}
                  placeholder={fieldLabel('maximum')}
                  value={line.maximum ?? null}
                  onChange={(next) => change(at, 'maximum', next)}
                />
              </LineCell>
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={t(($) => $.thresholds.remove, { index })}
                onClick={() => onChange?.(value.filter((_line, other) => other !== at))}
              />
            </li>
          )
        })}
      </ul>
      <Button icon={<PlusOutlined />} disabled={value.length >= 20} onClick={() => onChange?.([...value, { name: '' }])}>
        {t(($) => $.thresholds.add)}
      </Button>
    </>
  )
}
