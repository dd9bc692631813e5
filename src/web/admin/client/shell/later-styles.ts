import '../styles/screens.css';
