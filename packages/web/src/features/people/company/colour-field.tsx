import { Input } from 'antd'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { light } from '../../../theme/palette.ts'
import { isColour } from '../../../theme/contrast.ts'

interface ColourFieldProps {
  id?: string
  value?: string | undefined
  onChange?: (colour: string | undefined) => void
}

/** A colour, picked or entered. */
export const ColourField = ({ id, value, onChange }: ColourFieldProps) => (
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
)
