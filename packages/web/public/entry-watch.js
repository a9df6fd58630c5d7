// A console whose own script could not be loaded has nothing yet that could try again, and a wall has nobody who would: says so, and starts the
// page anew once the server answers, with pauses. What is loaded later is tried again by the console itself (shell/page-boundary.tsx).
;(function () {
  var pause = 5000
  var isWaiting = false
  function say() {
    var text = document.createElement('p')
    text.setAttribute('role', 'alert')
    text.style.cssText = 'margin:0;padding:16px;background:#fff3cd;color:#664d03;font:18px sans-serif'
    text.appendChild(
      document.createTextNode(
        '\u975e\u5b9e\u65f6\uff1a\u9875\u9762\u672a\u80fd\u52a0\u8f7d\uff0c\u6b63\u5728\u91cd\u8bd5\u2026 Not live: the page could not be loaded. Trying again\u2026',
      ),
    )
    document.body.insertBefore(text, document.body.firstChild)
  }
  function again() {
    pause = Math.min(pause * 2, 60000)
    setTimeout(tryIt, pause)
  }
  function tryIt() {
    var request = new XMLHttpRequest()
    request.open('HEAD', './')
    request.timeout = 10000
    request.addEventListener('load', function () {
      if (request.status < 400) location.reload()
      else again()
    })
    request.addEventListener('error', again)
    request.addEventListener('timeout', again)
    request.send()
  }
  window.addEventListener(
    'error',
    function (event) {
      var script = event.target
      if (isWaiting || !script || script.tagName !== 'SCRIPT' || script.type !== 'module') return
      isWaiting = true
      if (document.body) say()
      else window.addEventListener('load', say)
      setTimeout(tryIt, pause)
    },
    // Errors of loading do not bubble.
    true,
  )
})()
