import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileImage } from '../../kit/file-image.tsx'
import './project-document.css'

export interface Photo {
  readonly id: string
  readonly title: string
}

/** One photo in full size, with the way to the others. The arrow keys lead there as well. */
export const PhotoViewer = ({ photos, from, onClose }: { photos: readonly Photo[]; from: number; onClose: () => void }) => {
  const { t } = useTranslation('project-document')
  const [at, setAt] = useState(from)
  const photo = photos[at]
  if (!photo) return null
  const step = (by: number) => setAt(Math.min(Math.max(at + by, 0), photos.length - 1))
  const onKeyDown = (key: string) => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  return (
    <Modal
      open
      centered
      width={960}
      title={`${photo.title} (${at + 1}/${photos.length})`}
      footer={null}
      onCancel={onClose}
      modalRender={(body) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons do the same; the keys are a shortcut
        <div onKeyDown={({ key }) => onKeyDown(key)}>{body}</div>
      )}
    >
      <FileImage id={photo.id} alt={t(($) => $.closeOf, { name: photo.title })} className="ew-document-full" />
      {photos.length > 1 && (
        <div className="ew-document-steps">
          <Button disabled={at === 0} onClick={() => step(-1)}>
            {t(($) => $.previous)}
          </Button>
          <Button disabled={at === photos.length - 1} onClick={() => step(1)}>
            {t(($) => $.next)}
          </Button>
        </div>
      )}
    </Modal>
  )
}
