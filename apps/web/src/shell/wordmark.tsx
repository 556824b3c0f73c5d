export function Wordmark() {
  return (
    <a class="wordmark" href="#/" aria-label="Weft: gallery">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path class="warp" d="M3.5 2v12M8 2v12M12.5 2v12" />
        <path class="woof" d="M1 5.500h4.500M7 5.500h8M1 10.500h8M10.500 10.500h4.500" />
      </svg>
      Weft
    </a>
  );
}
