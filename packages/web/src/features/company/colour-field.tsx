import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/i18n.ts'
import { light } from '../../theme/palette.ts'
import { contrast } from './contrast.ts'

interface ColourFieldProps {
  id?: string
  value?: string | undefined
  onChange?: (colour: string | undefined) => void
}

const isColour = (text: string | undefined): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '')

/** A colour, picked or typed; says so when words on it would be hard to read. */
export const ColourField = ({ id, value, onChange }: ColourFieldProps) => {
  const { t } = useTranslation('company')
  const ratio = isColour(value) ? contrast(value, '#ffffff') : 21
  return (
    <>
      <div className="ew-colour">
        <input
          type="color"
          aria-label={fieldLabel('primaryColour')}
          value={isColour(value) ? value : light.accent}
          onChange={(event) => onChange?.(event.target.value)}
        />
        <Input
          {...(id === undefined ? {} : { id })}
          maxLength={7}
          placeholder={light.accent}
          value={value ?? ''}
          onChange={(event) => onChange?.(event.target.value)}
        />
      </div>
      {ratio < 4.5 && <p className="ew-colour-weak">▲ {t(($) => $.edit.colourWeak, { ratio: ratio.toFixed(1) })}</p>}
    </>
  )
}
