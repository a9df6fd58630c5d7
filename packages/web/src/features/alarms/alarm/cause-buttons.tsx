import { enums } from '@emberwatch/contract'
import { Radio } from 'antd'
import { enumLabel } from '../../../i18n/i18n.ts'

/** Why an alarm was false: one click, because all causes are in sight. A form sets the value. */
export const CauseButtons = (field: { id?: string; value?: string; onChange?: (value: string) => void }) => (
  <Radio.Group
    {...(field.id === undefined ? {} : { id: field.id })}
    className="ew-causes"
    optionType="button"
    value={field.value}
    options={enums.misreportCause.map((value) => ({ value, label: enumLabel('misreportCause', value) }))}
    onChange={({ target }) => field.onChange?.(String(target.value))}
  />
)
