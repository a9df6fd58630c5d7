// For browsers that cannot run the console at all, because they do not know its syntax: the closable warning bar of the specification, in
// both languages. Those that can show the sign-in page get the bar there (shell/entry-frame.tsx).
;(function () {
  function show() {
    var bar = document.createElement('div')
    bar.setAttribute('role', 'alert')
    bar.style.cssText = 'padding:12px 48px 12px 16px;background:#fff3cd;color:#664d03;font:14px sans-serif;position:relative'
    bar.appendChild(
      document.createTextNode(
        '\u60a8\u7684\u6d4f\u89c8\u5668\u7248\u672c\u8fc7\u4f4e\uff0c\u8bf7\u5347\u7ea7\u540e\u4f7f\u7528\u3002 Your browser is out of date. Please update it to use this site.',
      ),
    )
    var close = document.createElement('button')
    close.appendChild(document.createTextNode('\u00d7'))
    close.setAttribute('aria-label', 'Close')
    close.style.cssText = 'position:absolute;right:12px;top:8px;border:0;background:none;font-size:18px'
    close.addEventListener('click', function () {
      bar.parentNode.removeChild(bar)
    })
    bar.appendChild(close)
    document.body.insertBefore(bar, document.body.firstChild)
  }
  function showOnce() {
    window.removeEventListener('error', onError)
    if (document.body) show()
    else window.addEventListener('load', show)
  }
  function onError(event) {
    if (event.error instanceof SyntaxError) showOnce()
  }
  if ('noModule' in document.createElement('script') && 'findLast' in Array.prototype) window.addEventListener('error', onError)
  else showOnce()
})()
