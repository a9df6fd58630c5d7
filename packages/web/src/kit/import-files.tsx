import { DownloadOutlined } from '@ant-design/icons'
import { endpoints } from '@emberwatch/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { readBlob, saveBlob } from '../api/files.ts'
import type { ImportTask } from './followed-tasks.ts'

/** The files of an import: the failed rows, and the passwords of new accounts. */
export const ImportFiles = ({ failedFileId, passwordFileId }: Pick<ImportTask, 'failedFileId' | 'passwordFileId'>) => {
  const { t } = useTranslation('kit')
  const save = async (id: string, name: string) => {
    const blob = await readBlob(endpoints.file.read, { id })
    saveBlob(blob, name + (blob.type.includes('csv') ? '.csv' : '.xlsx'))
  }
  const files = [
    { id: failedFileId, label: t(($) => $.import.failedRows), name: t(($) => $.import.failedFile), type: 'default' as const },
    { id: passwordFileId, label: t(($) => $.import.passwords), name: t(($) => $.import.passwordFile), type: 'primary' as const },
  ]
  return (
    <>
      <div className="ew-import-files">
        {files.map(
          ({ id, label, name, type }) =>
            id !== null && (
              // The call shows its failure.
              <Button
                key={id}
                type={type}
                icon={<DownloadOutlined aria-hidden />}
                onClick={() => void save(id, name).catch(() => {})}
              >
                {label}
              </Button>
            ),
        )}
      </div>
      {passwordFileId !== null && <p className="ew-muted">{t(($) => $.import.passwordsHint)}</p>}
    </>
  )
}
