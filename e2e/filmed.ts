/** A one-second video as a phone's browser records it, in base64. */
export const filmed = `new Promise((resolve) => {
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  recorder.onstop = async () => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.split(',')[1])
    reader.readAsDataURL(new Blob(parts))
  }
  let drawn = 0
  const draw = () => {
    paper.fillStyle = ['#c33', '#3c3', '#33c'][drawn % 3]
    paper.fillRect(0, 0, canvas.width, canvas.height)
    if (++drawn < 60) requestAnimationFrame(draw)
    else recorder.stop()
  }
  recorder.start()
  draw()
})`
